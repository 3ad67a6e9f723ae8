import { byFirst, createGrams, type Grams } from './grams.js';
import { secretShapes } from './secret-shapes.js';
import type { Shape, ShapePart } from './shape.js';

/** The shapes, ordered by how they begin. */
export interface ShapeIndex {
  /** All four bytes that one can begin with. */
  readonly grams: readonly number[];
  readonly shapes: Grams<Shape>;
  /** By their first byte. */
  readonly shapesFrom: readonly (readonly Shape[])[];
}

let made: ShapeIndex | undefined;

/** Made when it is first needed, once: the shapes are always the same. */
export function shapeIndex(): ShapeIndex {
  made ??= createShapeIndex();
  return made;
}

function createShapeIndex(): ShapeIndex {
  const opened = secretShapes.flatMap((shape) => openings(shape).map((gram) => [gram, shape] as const));
  return { grams: opened.map(([gram]) => gram), shapes: createGrams(opened), shapesFrom: byFirst(opened) };
}

/** All ways in which the first four bytes of a shape can read. */
function openings({ parts: [part, ...rest] }: Shape): readonly number[] {
  if (part === undefined || !('words' in part)) return [];
  const grams = new Set<number>();
  for (const text of part.words) {
    const codes = [...text].slice(0, 4).map((letter) => letter.charCodeAt(0));
    const nexts = codes.length === 4 ? [codes[3] ?? 0] : nextBytes(rest);
    const mixtures = part.anyCase ? 8 : 1;
    for (let capitals = 0; capitals < mixtures; capitals += 1) {
      const [first = 0, second = 0, third = 0] = codes.map((code, at) => code - ((capitals >> at) % 2) * 32);
      const three = (first << 24) | (second << 16) | (third << 8);
      for (const next of nexts) {
        grams.add(three | next);
        if (part.anyCase && isLetter(next)) grams.add(three | (next - 32));
      }
    }
  }
  return [...grams];
}

const isLetter = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;

/** What the parts can begin with. */
function nextBytes([part, ...rest]: readonly ShapePart[]): readonly number[] {
  if (part === undefined) return [];
  if ('words' in part) return part.words.map((text) => text.charCodeAt(0));
  const bytes = [...part.of.keys()].filter((byte) => part.of[byte] === 1);
  return part.least === 0 ? [...bytes, ...nextBytes(rest)] : bytes;
}
