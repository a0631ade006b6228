// What the server says of a table (somebody sits down, is away, resigns, says hello): the same files that the server reads.
import resigning from '../../../src/zauber/match/en.json';
import words from '../../../src/zauber/server/table/en.json';
import type { Catalogue } from '../lib/say';

export default { ...resigning, ...words } as Catalogue;
