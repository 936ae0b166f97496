// Does nothing: what Node itself costs on this machine.
