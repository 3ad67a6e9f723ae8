/** A skill was activated: from then on it is safe to do so again, as long as its content is the same. */
export interface SkillActivated {
  readonly name: string;
  /** Its folder: relative to the workspace when inside it, else absolute. */
  readonly location: string;
  /** Of its SKILL.md. */
  readonly sha256: string;
  /** Of its files, where these were copied. */
  readonly files?: string;
  readonly callId: string;
}

export interface SkillEvent {
  readonly type: 'skill-activated';
  readonly body: SkillActivated;
}

/** What an activation is bound to: the text, and where files are copied these too. */
export const activationKey = ({ sha256, files = '' }: Pick<SkillActivated, 'sha256' | 'files'>): string =>
  `${sha256} ${files}`;
