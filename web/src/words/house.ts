// What the server says of a table (somebody sits down, is away, says hello): the same file that the server reads.
import words from '../../../src/zauber/server/table/en.json';
import type { Catalogue } from '../lib/say';

export default words as Catalogue;
