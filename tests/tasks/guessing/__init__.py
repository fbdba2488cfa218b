"""The room of a task that nobody needs: always the most frequent label."""
