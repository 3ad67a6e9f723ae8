import type { Case, DialectCases } from '../case.js';

const tools = [
  {
    name: 'send_mail',
    parameters: {
      type: 'object',
      properties: {
        to: { type: 'array', items: { type: 'string' } },
        subject: { type: 'string' },
        urgent: { type: 'boolean' },
        retries: { type: 'integer' },
      },
      required: ['to'],
    },
  },
  {
    name: 'write_file',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' }, mode: { type: 'string' } },
      required: ['path', 'content'],
    },
  },
  {
    name: 'book',
    parameters: {
      type: 'object',
      properties: {
        trip: {
          type: 'object',
          properties: {
            from: { type: 'string' },
            seats: { type: 'integer' },
            via: { type: 'array', items: { type: 'string' } },
          },
        },
        guests: {
          type: 'array',
          items: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'number' } } },
        },
        points: { type: 'array', items: { type: 'number' } },
      },
    },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
  { name: 'input', parameters: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] } },
  { name: 'loose' },
];

const written: Readonly<Record<string, Case>> = {
  'the token that ends the turn': {
    message: '<write_file><path>a</path><content>b</content></write_file><|im_end|>',
    tools,
    calls: ['write_file {"path":"a","content":"b"}'],
  },
  'a list by repetition and a truth value': {
    message: '<send_mail><to>a@x.io</to><to>b@x.io</to><urgent>true</urgent></send_mail>',
    tools,
    calls: ['send_mail {"to":["a@x.io","b@x.io"],"urgent":true}'],
  },
  'a list with one item': {
    message: '<send_mail>\n<to>a@x.io</to>\n<retries>3</retries>\n</send_mail>',
    tools,
    calls: ['send_mail {"to":["a@x.io"],"retries":3}'],
  },
  'text around, two calls': {
    message:
      'I do it.\n\n<write_file>\n<path>a.txt</path>\n<content>one\ntwo\n</content>\n</write_file>\n<now/>\nDone.',
    tools,
    text: 'I do it.\nDone.',
    calls: ['write_file {"path":"a.txt","content":"one\\ntwo\\n"}', 'now {}'],
  },
  'markup, tags of siblings and CDATA in a text': {
    message:
      '<write_file><path>i.html</path><content><!DOCTYPE html>\n<html><path>no</path> <mode>x</mode> <![CDATA[<b>]]></html></content><mode>w</mode></write_file>',
    tools,
    calls: [
      'write_file {"path":"i.html","content":"<!DOCTYPE html>\\n<html><path>no</path> <mode>x</mode> <![CDATA[<b>]]></html>","mode":"w"}',
    ],
  },
  'the same tag within a text': {
    message: '<write_file><path>a</path><content>see <content>inner</content> there</content></write_file>',
    tools,
    calls: ['write_file {"path":"a","content":"see <content>inner</content> there"}'],
  },
  'a closing tag within a text': {
    message:
      '<write_file><path>a</path><content>write </content> at its end, and </write_file> too</content></write_file>',
    tools,
    calls: ['write_file {"path":"a","content":"write </content> at its end, and </write_file> too"}'],
  },
  'entities are decoded': {
    message:
      '<write_file><path>a&amp;b</path><content>&lt;p title=&quot;x&quot;&gt; &#65;&#x42; &nbsp; &amp;lt;</content></write_file>',
    tools,
    calls: ['write_file {"path":"a&b","content":"<p title=\\"x\\"> AB &nbsp; &lt;"}'],
  },
  'objects, lists of items and indexes': {
    message:
      '<book>\n<trip>\n <from>Bern</from>\n <seats>2</seats>\n <via><item>Olten</item><item>Aarau</item></via>\n</trip>\n<guests><item><name>Ann</name><age>4.5</age></item></guests>\n<points><0>1</0><1>2.50</1><2>1e3</2></points>\n</book>',
    tools,
    calls: [
      'book {"trip":{"from":"Bern","seats":2,"via":["Olten","Aarau"]},"guests":[{"name":"Ann","age":4.5}],"points":[1,2.50,1e3]}',
    ],
  },
  'repeated objects, and JSON in a tag': {
    message:
      '<book><guests><name>Ann</name></guests><guests><name>Bo</name></guests><points>[1, 2]</points><trip>{"seats": 3}</trip></book>',
    tools,
    calls: ['book {"guests":[{"name":"Ann"},{"name":"Bo"}],"points":[1, 2],"trip":{"seats": 3}}'],
  },
  'no arguments, in each form': {
    message: '<now></now>\n<now/>\n<now />\n<now>\n</now>',
    tools,
    calls: ['now {}', 'now {}', 'now {}', 'now {}'],
  },
  'an empty argument': {
    message:
      '<write_file><path>a</path><content/></write_file><write_file><path>b</path><content></content></write_file >',
    tools,
    calls: ['write_file {"path":"a","content":""}', 'write_file {"path":"b","content":""}'],
  },
  'a tool named like a tag of HTML': {
    message: '<input type="text">\n<input>\n<value>x</value>\n</input>',
    tools,
    text: '<input type="text">',
    calls: ['input {"value":"x"}'],
  },
  'nothing is known of its arguments': {
    message: '<loose>\n<a>1</a>\n<b><item>x</item><item>y</item></b>\n<c><d> z </d></c>\n</loose>',
    tools,
    calls: ['loose {"a":"1","b":["x","y"],"c":{"d":" z "}}'],
  },
  'texts keep their white space': {
    message: '<write_file><path>a</path><content>\r\n  x\n\n</content></write_file>',
    tools,
    calls: ['write_file {"path":"a","content":"\\r\\n  x\\n\\n"}'],
  },
  'reasoning first': {
    message: '<think>\n<now/> perhaps\n</think>\n<now/>',
    tools,
    reasoning: '<now/> perhaps',
    calls: ['now {}'],
    problems: ['call-ignored'],
    // There the tag within a line of reasoning is none.
    auto: 'other',
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'attributes on an argument': {
    message: '<write_file><path>a</path><content type="html" note=\'a > b\'>x</content></write_file>',
    tools,
    calls: ['write_file {"path":"a","content":"x"}'],
    problems: ['call-repaired: attributes'],
  },
  'blanks in closing tags': {
    message: '<write_file><path>a</path ><content>b</ content></ write_file >',
    tools,
    calls: ['write_file {"path":"a","content":"b"}'],
  },
  'no closing tag, but every argument': {
    message: '<write_file><path>a</path><content>b</content><mode>w</mode>\n',
    tools,
    calls: ['write_file {"path":"a","content":"b","mode":"w"}'],
    problems: ['call-repaired: </write_file> was missing at the end'],
  },
  'no closing tag before the next call': {
    message: '<write_file>\n<path>a</path>\n<content>b</content>\n<now/>',
    tools,
    calls: ['write_file {"path":"a","content":"b"}', 'now {}'],
    problems: ['call-repaired: missing before <now>'],
  },
  'YAML instead of tags': {
    message: '<send_mail>\nto: [a, b]\nurgent: yes\n</send_mail>',
    tools,
    calls: ['send_mail {"to":["a","b"],"urgent":"yes"}'],
    problems: ['call-repaired: YAML instead of tags'],
    auto: 'other',
  },
  'an argument that was not offered': {
    message: '<send_mail><to>a</to><extra>1</extra></send_mail>',
    tools,
    calls: ['send_mail {"to":["a"],"extra":"1"}'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'a text argument twice': {
    message: '<write_file><path>a</path><content>1</content><content>2</content></write_file>',
    tools,
    text: '<write_file><path>a</path><content>1</content><content>2</content></write_file>',
    problems: ['call-rejected: stands twice'],
  },
  'a name in prose': {
    message: 'Use <send_mail> for that, or <input>.\n<input>\n is an element of HTML, <now and <nowhere/>.',
    tools,
    text: 'Use <send_mail> for that, or <input>.\n<input>\n is an element of HTML, <now and <nowhere/>.',
    problems: ['call-rejected: no call in any format'],
    auto: 'not',
  },
  'cut off in an argument': {
    message: '<write_file><path>a</path><content>abc',
    tools,
    text: '<write_file><path>a</path><content>abc',
    problems: ['call-rejected: <content> is never closed'],
  },
  'cut off before an argument': {
    message: '<write_file><path>a</path><content>abc</content>',
    tools,
    text: '<write_file><path>a</path><content>abc</content>',
    problems: ['call-rejected: ended in the middle'],
  },
  'an element that is no tool': {
    message: '<mail><to>a</to></mail>\n<sendmail/> <send_mails></send_mails>',
    tools,
    text: '<mail><to>a</to></mail>\n<sendmail/> <send_mails></send_mails>',
  },
  'no tools are known': { message: '<now/>', text: '<now/>' },
  'in quoted code': {
    message: 'So: `<now/>` or\n```xml\n<now/>\n```\nright?',
    tools,
    text: 'So: `<now/>` or\n```xml\n<now/>\n```\nright?',
    problems: ['call-ignored'],
    // Within a line it opens nothing there.
    auto: 'not',
  },
  'a key no object should have': {
    message: '<loose><a>1</a><__proto__>x</__proto__></loose>',
    tools,
    text: '<loose><a>1</a><__proto__>x</__proto__></loose>',
    problems: ['call-rejected: __proto__'],
  },
};

export const morphXml: DialectCases = { dialect: 'morph_xml', written, repaired, notRun };
