import { expect, it } from 'vitest';
import { readYaml } from '../../src/dialect/value/yaml.js';
import { verifies } from '../requirements.js';
import { countWork } from './work.js';

const shapes = ['a: b\n', '- ', '- - - x\n', 'a:\n', '"', 'x ', '\n', ': ', '[', '[],', ' #', "''", '  x\n'];

it.each(['', 'k: |\n', 'k: ["'])('does twice the work for twice the YAML behind %j', (start) => {
  verifies('design.dialect.linear-time');
  for (const shape of shapes) {
    const work = (length: number): number =>
      countWork(() => void readYaml(start + shape.repeat(Math.floor(length / shape.length))));
    const [once, twice] = [work(8_000), work(16_000)];
    expect(twice, `${JSON.stringify(shape)}: ${once}, then ${twice}`).toBeLessThanOrEqual(2.6 * once + 100);
  }
});
