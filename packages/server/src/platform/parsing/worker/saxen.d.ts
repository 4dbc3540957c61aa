declare module 'saxen' {
  /** The part of the XML parser that is used here; the package brings no types. */
  export class Parser {
    on(
      event: 'openTag',
      heard: (
        name: string,
        attributes: () => Record<string, string>,
        decode: (text: string) => string,
        closesItself: boolean,
      ) => void,
    ): this;
    on(event: 'closeTag' | 'text' | 'attention', heard: (text: string) => void): this;
    write(xml: string): this;
    end(): void;
  }
}
