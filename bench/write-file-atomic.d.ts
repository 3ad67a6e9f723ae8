declare module 'write-file-atomic' {
  const writeFileAtomic: (path: string, content: string, options: { readonly fsync: boolean }) => Promise<void>;
  export = writeFileAtomic;
}
