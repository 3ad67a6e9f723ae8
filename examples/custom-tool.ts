// A tool of your own: the types of its arguments follow from the schema, and a bad call never reaches run.
import { defineTool, fail, openSession } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';

const stock: Record<string, number> = { bolts: 40, nuts: 12 };
const countStock = defineTool({
  name: 'count_stock',
  description: 'Tells how many pieces of an item are in stock.',
  parameters: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
  effects: 'none',
  run: ({ item }) => stock[item] ?? fail('not_found', `No ${item} here: try ${Object.keys(stock).join(', ')}.`),
});
const model = scriptedModel([
  { calls: ['bolts', 'screws'].map((item) => ({ name: 'count_stock', arguments: { item } })) },
  { text: '40 bolts; screws are not in stock.' },
]);
const session = await openSession({ model, workspace: process.cwd(), tools: [countStock] });
session.on((event) => event.type === 'call-settled' && console.log(event.body.outcome, event.body.errorType));
console.log((await session.send('How many bolts and screws are there?').result).text);
await session.close();
