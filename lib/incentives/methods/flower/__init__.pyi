from .several_models import Verdict as Verdict, verdict as verdict
from .strategies import LeaveOneOut as LeaveOneOut, Widths as Widths, client_app as client_app
