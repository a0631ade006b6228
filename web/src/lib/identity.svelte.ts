// What a game makes of its seats: in some games people choose a colour and a sign, and that is who they are, on name
// plates, in the log and in the result. Without it a seat has its letter on a shape of its own.

export interface Badge {
  colour: string;
  ink: string;
  /** A drawing of about sixteen units round the origin. */
  sign: string;
}

export const badges: { of: Record<number, Badge> } = $state({ of: {} });
