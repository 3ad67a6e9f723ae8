#!/usr/bin/env python3
"""Reads what a killed, or a finished, process left, and says what is wrong with it.

Shares nothing with the program: it knows the SQLite file, the rule of the hash chain and the names of a few events.

    check.py killed|ended FOLDER...

One line of JSON a folder: {"folder", "events", "head", "violations": [...]}. `killed` checks what holds at any moment,
`ended` also what holds once the script has come to its end.
"""
import hashlib
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def read_streams(folder):
    """The rows of every stream, read from a copy: opening the file itself would change it."""
    store = os.path.join(folder, 'store.db')
    with tempfile.TemporaryDirectory() as copy:
        for end in ('', '-wal'):
            if os.path.exists(store + end):
                shutil.copy(store + end, os.path.join(copy, 'store.db' + end))
        database = sqlite3.connect(os.path.join(copy, 'store.db'))
        try:
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchall():
                return {}
            names = dict(database.execute('SELECT id, name FROM streams'))
            streams = {name: [] for name in names.values()}
            rows = database.execute('SELECT stream, seq, v, at, type, body, hash FROM events ORDER BY stream, seq')
            for stream, *row in rows:
                streams[names[stream]].append(row)
            return streams
        finally:
            database.close()


def check_chain(name, rows, say):
    """R2: every row is what was written, in order, without a gap."""
    previous = sha256(('toolwright stream ' + json.dumps(name)).encode())
    for expected, (seq, v, at, kind, body, digest) in enumerate(rows, 1):
        text = f'["{previous}",{v},{seq},{at},{json.dumps(kind)}]\n{body}'
        if seq != expected:
            say(f'chain: {name} has {seq} where {expected} should be')
        if sha256(text.encode()) != digest:
            say(f'chain: {name} {seq} is not what was written')
        previous = digest


def check_acknowledged(folder, streams, say):
    """R1: what was acknowledged is there, as it was acknowledged."""
    kept = {(name, row[0]): row[5] for name, rows in streams.items() for row in rows}
    path = os.path.join(folder, 'acknowledged')
    for line in open(path, encoding='utf8') if os.path.exists(path) else []:
        name, seq, digest = line.split()
        if kept.get((name, int(seq))) != digest:
            say(f'R1: the acknowledged event {name} {seq} is lost')


def check_blobs(folder, streams, say):
    """Blobs are on disk, whole, before an event names them."""
    for name, rows in streams.items():
        for seq, _, _, _, body, _ in rows:
            for named in re.findall(r'blob:([0-9a-f]{64})', body):
                path = os.path.join(folder, 'store.db.blobs', named[:2], named)
                if not os.path.exists(path):
                    say(f'blobs: {name} {seq} names {named}, which is not there')
                elif sha256(open(path, 'rb').read()) != named:
                    say(f'blobs: {named} is not what it is named after')


def marks(folder):
    """How often each call left its mark, by the log that its tool appends to."""
    found = {}
    for path in (os.path.join(folder, 'effects.log'), os.path.join(folder, 'ws', 'ran.log')):
        for mark in open(path, encoding='utf8').read().split() if os.path.exists(path) else []:
            found[mark] = found.get(mark, 0) + 1
    return found


def check_calls(folder, events, expected, ended, say):
    """R3, R4 and R6, over the events of the session."""
    admitted, starts, settled, decided, answers, questions, opened = [], {}, {}, {}, {}, {}, 0
    for seq, _, _, kind, text, _ in events:
        body = json.loads(text)
        call = body.get('callId') if isinstance(body, dict) else None
        if kind == 'session-opened':
            opened = seq
        elif kind == 'call-admitted':
            if call in admitted:
                say(f'R4: {call} was admitted twice')
            admitted.append(call)
        elif kind == 'call-decided':
            decided[call] = (seq, body['verdict'], body['digest'])
        elif kind == 'approval-requested':
            questions[body['id']] = body
        elif kind == 'approval-answered':
            answers[call] = (seq, body, questions[body['questionId']])
        elif kind == 'call-started':
            if call in settled:
                say(f'R3: {call} was started after it was settled')
            starts[call] = starts.get(call, 0) + 1
            at, verdict, digest = decided.get(call, (0, 'none', ''))
            if at < opened or verdict in ('deny', 'none'):
                say(f'R6: {call} was started by a verdict of an earlier process ({verdict})')
            if verdict == 'ask':
                asked, answer, question = answers.pop(call, (0, {}, {}))
                if asked < opened or question.get('digest') != digest:
                    say(f'R6: {call} was started by an approval that does not hold for it')
                elif answer['answer']['choice'] == 'deny':
                    say(f'R6: {call} was started although it was denied')
        elif kind == 'call-settled':
            if call in settled:
                say(f'R3: {call} was settled twice')
            settled[call] = body
        elif kind == 'round-started' and set(admitted) - set(settled):
            say(f'R3: a request went out while {set(admitted) - set(settled)} was open')
    for call, count in marks(folder).items():
        if count > starts.get(call, 0):
            say(f'R3: {call} had {count} effects and {starts.get(call, 0)} starts')
        if call in expected['once'] and count > 1:
            say(f'R4: {call} may be done once and was done {count} times')
    for call in expected['once']:
        if starts.get(call, 0) > 1:
            say(f'R4: {call} was started {starts[call]} times')
    if not ended:
        return settled
    if admitted != expected['calls']:
        say(f'R3: these calls were admitted: {admitted}')
    for call in admitted:
        if call not in settled:
            say(f'R3: {call} has no settlement')
            continue
        outcome, count = settled[call]['outcome'], marks(folder).get(call, 0)
        if outcome in ('denied', 'cancelled') or (outcome == 'error' and call not in starts):
            if count > 0:
                say(f'R3: {call} is {outcome} and left a mark')
        if outcome == 'ok' and call in expected['once'] and count != 1:
            say(f'R4: {call} is ok and left {count} marks')
        if outcome == 'unknown' and (starts.get(call, 0) != 1 or call not in expected['once'] + list(expected['changes'])):
            say(f'R3: {call} is unknown after {starts.get(call, 0)} starts')
    return settled


def check_files(folder, expected, settled, ended, say):
    """R5: every file is wholly old or wholly new, and what the record says of it."""
    workspace = os.path.join(folder, 'ws')

    def content(path):
        whole = os.path.join(workspace, path)
        return sha256(open(whole, 'rb').read()) if os.path.exists(whole) else None

    known = dict(expected['files'])
    for path, digest in expected['files'].items():
        if content(path) != digest:
            say(f'R5: {path} was touched')
    for call, paths in expected['changes'].items():
        found = {path: content(path) for path in paths}
        known.update(found)
        for path, (old, new) in paths.items():
            if found[path] not in (old, new):
                say(f'R5: {path} is neither old nor new')
        states = {('new' if found[path] == new else 'old') for path, (old, new) in paths.items()}
        if not ended or call not in settled:
            continue
        outcome = settled[call]['outcome']
        done = outcome == 'ok' and '"applied":false' not in settled[call]['content']
        if outcome != 'unknown' and states != {'new' if done else 'old'}:
            say(f'R5: {call} ended {outcome} and left {states}')
        if len(states) > 1:
            say(f'R5: {call} was done in part')
    if not ended:
        return
    for place, _, names in os.walk(workspace):
        for name in names:
            path = os.path.relpath(os.path.join(place, name), workspace)
            if path not in known:
                say(f'R5: {path} was left behind')


def check(stage, folder):
    violations = []
    say = violations.append
    expected = json.load(open(os.path.join(folder, 'expected.json'), encoding='utf8'))
    streams = read_streams(folder)
    for name, rows in streams.items():
        check_chain(name, rows, say)
    check_acknowledged(folder, streams, say)
    check_blobs(folder, streams, say)
    sessions = [rows for name, rows in streams.items() if name.startswith('ses_')]
    if len(sessions) > 1:
        say(f'{len(sessions)} sessions')
    settled = check_calls(folder, sessions[0] if sessions else [], expected, stage == 'ended', say)
    check_files(folder, expected, settled, stage == 'ended', say)
    return {'folder': folder, 'events': sum(map(len, streams.values())), 'violations': violations}


if __name__ == '__main__':
    for one in sys.argv[2:]:
        print(json.dumps(check(sys.argv[1], one)))
