import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { decryptWith, encryptTo, Undecipherable } from './age.ts';
import { identityIn, newIdentity, recipientIn } from './keys.ts';

/** Made by the library age-encryption, for an identity made by it. */
const foreign = {
  identity: 'AGE-SECRET-KEY-1XMNQXW5DVGJ5RP8FUS4JZL0U0FNQFYHRR6AA203JWND50HNEXQHQF6G6EY',
  recipient: 'age1vapvutues0aexxsqcqn3eyj9a2tm8l8sp9r0mll98ly9yn47lytsd0xu38',
  file: 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSB6ZDJTWDlFQXRnKzdua3RGQWZPNmFzOVdiODJnZS91SEhMcmZkajNkOXdvCkNKZWpnSGV5Z3U1VXVWbjU3Z2NMYVBueEVSeFlZVHM3VFc0Nm9oaHNWNzQKLS0tIDNEbGJPTFp5TVZnWjNSRUxzVnhqWGFRMHRGUy9ic0xYL1FyaytRSXlLY00K7f2vP4fRFAwuPJvLck8shW1vtZPnMJ6654WVzLgXiTv6OONPSr0DyQ==',
};
const open = (file: Buffer, text = foreign.identity) =>
  buffer(Readable.from(decryptWith(identityIn(text) ?? expect.fail('no identity'), Readable.from([file]))));
const known = (text: string) => recipientIn(text) ?? expect.fail('no recipient');
const sealed = (content: Buffer, ...recipients: string[]) =>
  buffer(
    Readable.from(
      encryptTo(recipients.map(known), Readable.from([content.subarray(0, 3), content.subarray(3)])),
    ),
  );

test('a file made by another program is opened', async () => {
  const comment = '# created: 2026-01-01\n# public key: …\n';
  const file = Buffer.from(foreign.file, 'base64');
  expect((await open(file, `${comment}${foreign.identity}\n`)).toString()).toBe('a backup');
});

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])(
  '%i bytes come back, for each recipient',
  async (size) => {
    const content = Buffer.alloc(size, 'content');
    const second = newIdentity();
    const file = await sealed(content, foreign.recipient, second.recipient);
    expect(file.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
    expect((await open(file)).equals(content)).toBe(true);
    const parts = Array.from(file, (byte) => Buffer.from([byte]));
    const pieces = size < 1_000 ? parts : [file];
    expect(
      (await buffer(Readable.from(decryptWith(second.identity, Readable.from(pieces))))).equals(content),
    ).toBe(true);
  },
);

test('a changed, cut or foreign file is refused', async () => {
  const file = await sealed(Buffer.alloc(150_000, 1), foreign.recipient);
  const changedAt = (at: number) => {
    const copy = Buffer.from(file);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  for (const at of [70_000, file.length - 1])
    await expect(open(changedAt(at)), `byte ${at}`).rejects.toThrow('damaged or cut off');
  // A cut between two chunks would go unnoticed without the mark of the last.
  const header = file.indexOf('\n', file.indexOf('\n--- ') + 1) + 1 + 16;
  await expect(open(file.subarray(0, header + 65_552))).rejects.toThrow('damaged or cut off');
  await expect(open(file.subarray(0, 50))).rejects.toThrow('not a file of age');
  await expect(open(Buffer.alloc(40_000, 'x'))).rejects.toThrow('not a file of age');
  await expect(open(await sealed(Buffer.from('x'), newIdentity().recipient))).rejects.toThrow(
    'not encrypted to this key',
  );
});

test('a file whose header is changed in any bit is refused with a reason', async () => {
  const file = await sealed(Buffer.from('a backup'), foreign.recipient);
  const header = file.indexOf('\n', file.indexOf('\n--- ') + 1) + 1;
  for (let bit = 0; bit < header * 8; bit += 1) {
    const copy = Buffer.from(file);
    const at = bit >> 3;
    copy[at] = (copy[at] ?? 0) ^ (1 << (bit & 7));
    await expect(open(copy), `byte ${at}, bit ${bit & 7}`).rejects.toThrow(Undecipherable);
  }
  const share = file.indexOf('X25519 ') + 7;
  file.fill('A', share, share + 43);
  await expect(open(file), 'a share of low order').rejects.toThrow('header of the file is damaged');
});

test.each([
  '',
  'age1',
  foreign.recipient.slice(0, -1),
  `${foreign.recipient.slice(0, -1)}q`,
  foreign.identity,
  'ssh-ed25519 AAAA',
])('“%s” is no recipient', (text) => {
  expect(recipientIn(text)).toBeUndefined();
});
