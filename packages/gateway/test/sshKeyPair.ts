import ssh2 from 'ssh2';

/** A lock needs no number of rounds, which the types of `ssh2` ask for. */
type Options = { comment?: string; passphrase?: string; cipher?: string; rounds?: number };

/**
 * A new Ed25519 pair in OpenSSH's formats. The generator of `ssh2` drops a zero at the start of the public key, so that
 * no program reads one pair of 256; such a pair is made anew.
 */
export const sshKeyPair = (options: Options = {}) => {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519', options as object);
    const key = ssh2.utils.parseKey(pair.public);
    if (!(key instanceof Error) && key.getPublicSSH().length === 51) return pair;
  }
};
