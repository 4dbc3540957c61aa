/// <reference types="vite/client" />
declare const __VERSION__: string;
declare const __REPOSITORY__: string;
