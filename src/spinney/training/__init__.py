"""Training of networks that value states and weigh actions, by self-play."""
