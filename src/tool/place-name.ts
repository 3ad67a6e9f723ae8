import type { Place } from './port.js';

/** What a place is called in facts and records: relative to the workspace when inside it, else absolute. */
export const placeName = ({ real, shown }: Pick<Place, 'real' | 'shown'>): string => real ?? shown;
