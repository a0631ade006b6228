// Tests of SHA-256 without WebCrypto.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromHex, sha256, sha256ByHand } from './sha256';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('SHA-256', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('gives the known answers', () => {
    expect(sha256ByHand(bytes(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256ByHand(bytes('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256ByHand(bytes('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'))).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
    expect(sha256ByHand(bytes('a'.repeat(1_000_000)))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });

  it('agrees with the browser at every length around a block, and for random bytes', async () => {
    for (let size = 0; size < 200; size += 1) {
      const message = crypto.getRandomValues(new Uint8Array(size));
      expect(sha256ByHand(message)).toBe(await sha256(message));
    }
  });

  it('works by hand where the browser offers nothing', async () => {
    const expected = await sha256('zauber');
    vi.stubGlobal('crypto', { getRandomValues: () => undefined });
    expect(await sha256('zauber')).toBe(expected);
    expect(await sha256(fromHex('00ff'))).toBe(sha256ByHand(Uint8Array.of(0, 255)));
  });
});
