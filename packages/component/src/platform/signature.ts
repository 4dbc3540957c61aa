import { createHmac } from 'node:crypto';

/** Access key a component got at registration. */
export type AccessKey = { id: string; secret: string };

/** Headers that prove a request comes from the holder of the key (HTTP Signature, protocol reference §2). */
export const signedHeaders = (
  key: AccessKey,
  request: { method: string; path: string; date: Date },
): { date: string; authorization: string } => {
  const date = request.date.toUTCString();
  const text = `(request-target): ${request.method.toLowerCase()} ${request.path}\ndate: ${date}`;
  const signature = createHmac('sha256', key.secret).update(text).digest('base64');
  return {
    date,
    authorization: `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="(request-target) date",signature="${signature}"`,
  };
};
