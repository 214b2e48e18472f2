"""Who may know and do what: roles, authority over steps, secrecy."""
