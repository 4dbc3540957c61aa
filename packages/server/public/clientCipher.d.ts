export declare const encryptValue: (text: string, publicKeyCookie: string) => string;
