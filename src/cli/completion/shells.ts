/** A shell that can be told how to complete, and how a person makes it known there. */
export interface Shell {
  readonly name: 'bash' | 'zsh' | 'fish';
  /** What to do, once. */
  readonly says: string;
  readonly lines: readonly string[];
}

export const shells: readonly Shell[] = [
  { name: 'bash', says: 'Add this line to ~/.bashrc:', lines: ['eval "$(toolwright completion bash)"'] },
  {
    name: 'zsh',
    says: 'Save it in a folder of fpath, which ~/.zshrc must name before it calls compinit:',
    lines: [
      'mkdir -p ~/.zsh/completions',
      'toolwright completion zsh > ~/.zsh/completions/_toolwright',
      'fpath=(~/.zsh/completions $fpath)',
      'autoload -Uz compinit && compinit',
    ],
  },
  {
    name: 'fish',
    says: 'Save it where fish looks for it:',
    lines: ['toolwright completion fish > ~/.config/fish/completions/toolwright.fish'],
  },
];
