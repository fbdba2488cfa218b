"""Files larger than memory: speed, memory and accuracy beside Vowpal Wabbit, and kills."""
