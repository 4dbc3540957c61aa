/** What is in the attributes of a packet; a type may occur more than once. */
export type Attribute = { type: number; value: Buffer };
/** A RADIUS packet (RFC 2865 §3). */
export type Packet = { code: number; identifier: number; authenticator: Buffer; attributes: Attribute[] };

/** Codes of packets. */
export const codes = { request: 1, accept: 2, reject: 3, challenge: 11 } as const;
/** Types of attributes. */
export const types = {
  userName: 1,
  userPassword: 2,
  serviceType: 6,
  replyMessage: 18,
  state: 24,
  nasIdentifier: 32,
  nasPortType: 61,
  messageAuthenticator: 80,
} as const;

const headerLength = 20;
const longestPacket = 4096;
/** The longest value of an attribute. */
export const longestValue = 253;

/** The bytes of a packet; its values must not be longer than `longestValue`. */
export const encodePacket = ({ code, identifier, authenticator, attributes }: Packet): Buffer => {
  const body = attributes.flatMap(({ type, value }) => [Buffer.from([type, value.length + 2]), value]);
  const length = headerLength + body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([code, identifier, length >> 8, length & 0xff]), authenticator, ...body]);
};

/** The attributes in the bytes after the header, or undefined when one has no whole place there. */
const attributesIn = (bytes: Buffer): Attribute[] | undefined => {
  const found: Attribute[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [type = 0, length = 0] = bytes.subarray(at, at + 2);
    if (length < 2 || at + length > bytes.length) return undefined;
    found.push({ type, value: bytes.subarray(at + 2, at + length) });
    at += length;
  }
  return found;
};

/** The bytes of a datagram that belong to its packet: what follows is padding (RFC 2865 §3). */
export const packetBytes = (datagram: Buffer): Buffer | undefined => {
  if (datagram.length < headerLength) return undefined;
  const length = datagram.readUInt16BE(2);
  const isPossible = length >= headerLength && length <= Math.min(datagram.length, longestPacket);
  return isPossible ? datagram.subarray(0, length) : undefined;
};

/** The packet in a datagram, or undefined when there is none. */
export const decodePacket = (datagram: Buffer): Packet | undefined => {
  const bytes = packetBytes(datagram);
  const attributes = bytes && attributesIn(bytes.subarray(headerLength));
  const [code = 0, identifier = 0] = bytes ?? [];
  return (
    bytes && attributes && { code, identifier, authenticator: bytes.subarray(4, headerLength), attributes }
  );
};
