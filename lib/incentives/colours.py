"""The colours of the library's pictures, which are those of the book: legible on light and dark ground."""

# Okabe and Ito's palette, without its black (invisible on a dark page) and its yellow (faint on a light one).
COLOURS: tuple[str, ...] = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
# Contrast 4.6:1 against white and 4.6:1 against black.
INK = "#767676"
