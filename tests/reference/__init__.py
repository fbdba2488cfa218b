"""The judges: every method once more, slow and obvious, in plain NumPy.

One idea per file, the equation and its source above the code. A judge never
imports linguine; when a judge and linguine disagree, one of them is wrong, and
the equation decides which.

Shapes used by all of them:

    X     : (n, d)           rows phi(x_i)
    gold  : (n,)             index of the right label, 0 .. n_labels - 1
    theta : (d, n_columns)   weights;  b : (n_columns,) biases
    s     : (n_columns,)     scores of one row, s = phi theta + b

With two labels there is one column, the score of the second label, the first
being pinned to zero (footnote 1 of chapter 2 of [Eisenstein2018]).
"""
