"""How a page's information nests, from the whole page down to its elements (DOMISA)."""

from sitegist.hierarchy.adsorption import ORDERS, Order
from sitegist.hierarchy.domisa import DEFAULT_ORDER, tree
from sitegist.hierarchy.knowledge import Knowledge, ProfileKnowledge, SiteKnowledge
from sitegist.hierarchy.levels import Cluster, Hierarchy

__all__ = [
    "DEFAULT_ORDER",
    "ORDERS",
    "Cluster",
    "Hierarchy",
    "Knowledge",
    "Order",
    "ProfileKnowledge",
    "SiteKnowledge",
    "tree",
]
