"""Every ranking the game's family uses, over the same cards.

Pure: a ranking says which hand is better and what people call it, and knows nothing of tables, wagers or money.
"""

from controller.rankings.family import RANKINGS
from controller.rankings.grading import JOKER, Grade, Kind, Ranking
from controller.rankings.order import Ranked, in_order
from controller.rankings.saying import said

__all__ = ["JOKER", "RANKINGS", "Grade", "Kind", "Ranked", "Ranking", "in_order", "said"]
