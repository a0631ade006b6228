// Which of the two cards of a Capture has been touched, so that the prompter asks for the other.

export const swapping: { chosen: 'mine' | 'theirs' | null } = $state({ chosen: null });
