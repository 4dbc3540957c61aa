import { createHash, createHmac } from 'node:crypto';

/** A key of a cloud: its name, which is sent, and its secret, which is not. */
export type CloudKey = { id: string; secret: string };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Percent encoding as RFC 3986 has it: `encodeURIComponent` leaves five signs as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parameters of an address in the order and encoding in which they are signed. */
export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');

/** Headers as they are signed, by name; the names are lower case. */
const canonicalHeaders = (headers: Readonly<Record<string, string>>) => {
  const sorted = Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    lines: sorted.map(([name, value]) => `${name}:${value.trim()}\n`).join(''),
    names: sorted.map(([name]) => name).join(';'),
  };
};

/** Signature version 3 of Alibaba Cloud (`ACS3-HMAC-SHA256`) for a POST without a body; adds its headers. */
export const acs3 = (
  request: {
    host: string;
    action: string;
    version: string;
    query: Readonly<Record<string, string>>;
    date: Date;
    nonce: string;
  },
  key: CloudKey,
): Record<string, string> => {
  const digest = sha256('');
  const headers = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': digest,
    'x-acs-date': request.date.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  };
  const { lines, names } = canonicalHeaders(headers);
  const canonical = ['POST', '/', canonicalQuery(request.query), lines, names, digest].join('\n');
  const signature = hmac(key.secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
  return {
    ...headers,
    authorization: `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${names},Signature=${signature}`,
  };
};

/** Signature version 3 of Tencent Cloud (`TC3-HMAC-SHA256`) for a POST of JSON; adds its headers. */
export const tc3 = (
  request: {
    host: string;
    service: string;
    action: string;
    version: string;
    region: string;
    body: string;
    date: Date;
  },
  key: CloudKey,
): Record<string, string> => {
  const { host, service, action, body } = request;
  const seconds = String(Math.floor(request.date.getTime() / 1000));
  const day = request.date.toISOString().slice(0, 10);
  const signed = {
    'content-type': 'application/json; charset=utf-8',
    host,
    'x-tc-action': action.toLowerCase(),
  };
  const { lines, names } = canonicalHeaders(signed);
  const canonical = ['POST', '/', '', lines, names, sha256(body)].join('\n');
  const scope = `${day}/${service}/tc3_request`;
  const secret = hmac(hmac(hmac(`TC3${key.secret}`, day), service), 'tc3_request');
  const text = ['TC3-HMAC-SHA256', seconds, scope, sha256(canonical)].join('\n');
  const signature = hmac(secret, text).toString('hex');
  return {
    ...signed,
    'x-tc-action': action,
    'x-tc-version': request.version,
    'x-tc-region': request.region,
    'x-tc-timestamp': seconds,
    authorization: `TC3-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
};

/** The X-WSSE token of Huawei Cloud: its digest is the Base64 form of the hash in hexadecimal digits. */
export const wsse = (key: CloudKey, { nonce, date }: { nonce: string; date: Date }): string => {
  const created = date.toISOString().replace(/\.\d+Z$/, 'Z');
  const digest = Buffer.from(sha256(`${nonce}${created}${key.secret}`)).toString('base64');
  return `UsernameToken Username="${key.id}",PasswordDigest="${digest}",Nonce="${nonce}",Created="${created}"`;
};
