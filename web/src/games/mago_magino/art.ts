// Colours and shapes that the drawings share. A seat's colour and shape are those of its crest in the house.
export const HUES = ['#cf4a30', '#1f7fa3', '#d0921b', '#7a4cb8', '#2f8a52'];
export const DARK = ['#9c3220', '#145a76', '#966609', '#55308a', '#1d6238'];
export const SKIN = ['#f4cda6', '#b97f54', '#f7dcbc', '#8f5d3d', '#e4b187'];
export const HAIR = ['#6b3f22', '#2c2019', '#e0a63c', '#241a16', '#8a4b22'];
export const EMBLEMS = [
  'M0 -20A20 20 0 1 1 0 20A20 20 0 1 1 0 -20Z',
  'M0 -22L22 17H-22Z',
  'M-18 -18H18V18H-18Z',
  'M0 -24L20 0L0 24L-20 0Z',
  'M-18 -19H18V2Q16 18 0 23Q-16 18 -18 2Z',
];
