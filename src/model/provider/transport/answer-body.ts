import { StringDecoder } from 'node:string_decoder';
import { firstLine } from '../../../base/text.js';
import { parseTrusted } from '../../../base/trusted-json.js';
import type { ModelEvent, ModelFailure } from '../../model.js';
import { maxAnswerLength } from '../answer-failure.js';
import { failureOfError } from './failure.js';
import type { Wait } from './http-request.js';
import { createLineReader } from './line-reader.js';
import { createSseReader, maxEventLength } from './sse.js';
import type { Target } from './target.js';

export interface AnswerBody {
  push(chunk: Uint8Array): Wait;
  /** Ends the answer, `whole` when the connection did not break. Emits what is left, or answers why it is no answer. */
  end(whole: boolean): ModelFailure | undefined;
}

export type AnswerTarget = Pick<Target, 'protocol' | 'url' | 'model'>;

/**
 * Reads the body of an answer: a stream of events or lines, or one JSON object from a server that does not stream. Which
 * one is told by the first character, not by the content type, which many servers and proxies get wrong.
 */
export function createAnswerBody(target: AnswerTarget, emit: (event: ModelEvent) => void): AnswerBody {
  let body: AnswerBody | undefined;
  let heard = false;
  let quiet = 0;

  const tell = (event: ModelEvent): void => {
    heard = true;
    emit(event);
  };

  const take = (chunk: Uint8Array): Wait => {
    if (body !== undefined) return body.push(chunk);
    const start = chunk.findIndex(isContent);
    if (start === -1) return 'more';
    const first = chunk[start];
    if (first === 0x3c) body = createWebPage(target);
    else if (isWhole(first) && target.protocol.framing === 'events') body = createWholeBody(target, tell);
    else body = createFrameBody(target, tell);
    return body.push(chunk.subarray(start));
  };

  return {
    push(chunk) {
      heard = false;
      const wait = take(chunk);
      if (wait !== 'more') return wait;
      quiet = heard ? 0 : quiet + chunk.length;
      if (quiet > maxQuiet) return 'done';
      return heard ? 'more' : 'quiet';
    },
    end(whole) {
      if (quiet > maxQuiet) return saysNothing(target);
      return (body ?? createFrameBody(target, emit)).end(whole);
    },
  };
}

/** The most bytes that may come one after the other without any part of an answer; an answer may come whole, too. */
const maxQuiet = 2 * maxAnswerLength;

/** An object, or the list of objects that some servers send in place of a stream. */
const isWhole = (first: number | undefined): boolean => first === 0x7b || first === 0x5b;

/** Neither white space nor part of a byte order mark. */
const isContent = (byte: number): boolean => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf;

function createFrameBody(target: AnswerTarget, emit: (event: ModelEvent) => void): AnswerBody {
  const answer = target.protocol.createReader(emit, target.model);
  let failure: ModelFailure | undefined;
  let unread: string | undefined;
  let first = '';

  const take = (data: string, event: string): void => {
    if (failure !== undefined || answer.state === 'done' || data.trim() === '') return;
    if (data.startsWith('[DONE]')) {
      answer.done();
      return;
    }
    const frame = parseTrusted(data);
    if (frame === undefined) {
      unread = data;
      failure = notJson(target, data);
      return;
    }
    if (typeof frame !== 'object' || frame === null) return;
    if (event === 'error' && !('error' in frame)) failure = failureOfError(target, frame);
    else answer.push(frame, data, event);
    const { failed } = answer;
    if (failed !== undefined) failure = 'failure' in failed ? failed.failure : failureOfError(target, failed.error);
  };
  const frames = target.protocol.framing === 'lines' ? createLineReader(take) : createSseReader(take);

  return {
    push(chunk) {
      if (frames.lines === 0 && first.length < 200) first += Buffer.from(chunk).toString('utf8', 0, 200);
      if (!frames.push(chunk)) failure ??= tooLong(target);
      if (failure !== undefined || answer.state === 'done') return 'done';
      return answer.state === 'finished' ? 'closing' : 'more';
    },
    end(whole) {
      if (failure !== undefined) return failure;
      if (whole) frames.end();
      // The last frame had no end: it was cut, not garbled.
      if (unread !== undefined) return answer.finish();
      if (failure !== undefined) return failure;
      if (whole && !answer.begun && answer.state === 'open' && frames.lines > 0) return notJson(target, first);
      return answer.finish();
    },
  };
}

function createWholeBody(target: AnswerTarget, emit: (event: ModelEvent) => void): AnswerBody {
  const decoder = new StringDecoder('utf8');
  let text = '';
  return {
    push(chunk) {
      text += decoder.write(chunk as Buffer);
      return text.length > maxAnswerLength ? 'done' : 'more';
    },
    end() {
      if (text.length > maxAnswerLength) return tooLong(target);
      const answer = target.protocol.createReader(emit, target.model);
      const json = text.trim();
      const frame = parseTrusted(json);
      if (frame === undefined && json.endsWith(json.startsWith('[') ? ']' : '}')) return notJson(target, json);
      if (typeof frame !== 'object' || frame === null) return answer.finish();
      answer.push(frame, json, '');
      const { failed } = answer;
      if (failed !== undefined) return 'failure' in failed ? failed.failure : failureOfError(target, failed.error);
      answer.done();
      return answer.finish();
    },
  };
}

function createWebPage({ url, protocol }: AnswerTarget): AnswerBody {
  const message = `${url} answered with a web page instead of a model's answer: a proxy or a login page answered in its place. Check the base URL (it usually ends in ${protocol.usualPath}) and the network's proxy.`;
  return { push: () => 'done', end: () => ({ kind: 'protocol', message }) };
}

function notJson({ url, protocol }: AnswerTarget, data: string): ModelFailure {
  const message = `${url} sent what is no ${protocol.answerName}: ${JSON.stringify(firstLine(data, 120))}. No call of it was run. Check that the base URL leads to a server that speaks ${protocol.api}, then send again.`;
  return { kind: 'protocol', message };
}

function saysNothing({ url, protocol }: AnswerTarget): ModelFailure {
  const message = `${url} sent ${maxQuiet / 1024 / 1024} MB without any part of a ${protocol.answerName}. No call of it was run. Check that the base URL leads to a model server, then send again.`;
  return { kind: 'protocol', message };
}

function tooLong({ url }: AnswerTarget): ModelFailure {
  const message = `${url} sent an event over ${maxEventLength / 1024 / 1024} MB. No call of the answer was run; ask for smaller steps.`;
  return { kind: 'protocol', message };
}
