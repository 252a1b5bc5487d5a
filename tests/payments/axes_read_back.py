"""What a picture shows, read back from its axes."""


def by_name(ax):
    """The points of every line, by its label."""
    return {line.get_label(): line.get_xydata() for line in ax.get_lines()}
