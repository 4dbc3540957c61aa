/** Maximum size of the text of one frame, in bytes. */
const mostBytes = 4096;

/** Cuts a part of a log into texts that fit into frames, with the line ends of terminals. */
export const logFrames = (text: string): string[] => {
  const frames: string[] = [];
  let frame = '';
  let bytes = 0;
  for (const char of text) {
    const sent = char === '\n' ? '\r\n' : char;
    const size = Buffer.byteLength(sent);
    if (bytes + size > mostBytes) {
      frames.push(frame);
      frame = '';
      bytes = 0;
    }
    frame += sent;
    bytes += size;
  }
  return frame === '' ? frames : [...frames, frame];
};
