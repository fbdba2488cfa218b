import numpy as np
def choose_thresholds(p, right, weights, choice):
    return np.full(p.shape[1], 0.5)
