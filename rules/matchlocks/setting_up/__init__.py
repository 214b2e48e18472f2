"""Before the battle (chapters VI and XVII; PREP, SET, MUS): armies, toss, scouting, deployment."""
