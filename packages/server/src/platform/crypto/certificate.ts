import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Refusal } from '../refusal.ts';

/** Paths of the certificate chain and its key, both PEM. */
export type CertificateFiles = { cert: string; key: string };
/** The content of a certificate chain and its key, and when the certificate expires. */
export type Certificate = CertificateFiles & { expires: Date };

const read = (name: keyof CertificateFiles, path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(`GATEHOUSE_TLS_${name.toUpperCase()}: ${path} cannot be read (${code}).`);
  }
};

const leafOf = (pem: string, path: string): X509Certificate => {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new Refusal(`GATEHOUSE_TLS_CERT: ${path} is not a certificate in PEM form.`);
  }
};

const keyOf = (pem: string, path: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Refusal(`GATEHOUSE_TLS_KEY: ${path} is not an unencrypted private key in PEM form.`);
  }
};

/** Reads a chain and its key; refuses unusable ones, naming the file. */
export const readCertificate = (files: CertificateFiles): Certificate => {
  const cert = read('cert', files.cert);
  const key = read('key', files.key);
  const leaf = leafOf(cert, files.cert);
  const privateKey = keyOf(key, files.key);
  if (!createPublicKey(privateKey).equals(leaf.publicKey))
    throw new Refusal(
      `GATEHOUSE_TLS_KEY: ${files.key} is not the key of ${files.cert}. The certificate of the server comes first in its file.`,
    );
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new Refusal(`GATEHOUSE_TLS_CERT: ${files.cert} cannot be used: ${(error as Error).message}.`);
  }
  return { cert, key, expires: new Date(leaf.validTo) };
};

const dayMs = 86_400_000;
const soonDays = 14;

/** A warning about a certificate's expiry; undefined when none is needed. */
export const expiryWarning = ({ expires }: Certificate, now = Date.now()): string | undefined => {
  const days = Math.floor((expires.getTime() - now) / dayMs);
  if (days >= soonDays) return undefined;
  const day = expires.toISOString().slice(0, 10);
  if (days < 0)
    return `The TLS certificate expired on ${day}; browsers refuse it. Replace the files, no restart is needed.`;
  return `The TLS certificate expires on ${day}. Replace the files, no restart is needed.`;
};

/**
 * How often the files are checked. File system events miss a symbolic link that is pointed at other files.
 */
const lookEveryMs = 5_000;

/**
 * Calls `changed` with the new pair when the files have changed and match; `failed` gets errors in between,
 * such as when one file is newer than the other. Checks again until they match.
 */
export const watchCertificate = (
  files: CertificateFiles,
  changed: (certificate: Certificate) => void,
  failed: (reason: string) => void,
  everyMs = lookEveryMs,
): (() => void) => {
  let used = '';
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  const reread = () => {
    clearTimeout(timer);
    try {
      const certificate = readCertificate(files);
      if (certificate.cert + certificate.key !== used) changed(certificate);
      used = certificate.cert + certificate.key;
      output = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== output) failed(message);
      output = message;
      timer = setTimeout(reread, everyMs).unref();
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) watchFile(path, { interval: everyMs, persistent: false }, reread);
  return () => {
    clearTimeout(timer);
    for (const path of paths) unwatchFile(path, reread);
  };
};
