/** Texts whose lines begin as calls do. */
export const documents: Readonly<Record<string, string>> = {
  'minutes of a meeting':
    'Present: Ann, Bob\n\nAction: Bob to write the report\nAction: Ann to search for a room\nDeadline: Friday\n',
  'minutes with a tool in the line': 'Action: read\nOwner: Ann\n\nAction: list\nOwner: Bob',
  'action items': 'Action items:\n1. read the contract\n2. write to the bank\n',
  'a film script': 'Action: The hero enters.\nThought: What now?\nObservation: It is dark.',
  'a diary': 'Thought: I should read more.\nAnd write, too.\n\nThought: perhaps.',
  'a chat log':
    'user: list the files\nassistant: Sure, which folder?\nuser: /tmp\nassistant: bash is not allowed there.',
  'a chat log with roles': '[user] read it\n[assistant] I did\n[tool] ok\n',
  'documentation of a tool':
    '## read\n\n`read(path, limit)` reads a file.\n\n- `path` (string): where it is\n- `limit` (integer): how many lines\n',
  'documentation of JSON calls': 'Send `{"name": "read", "arguments": {"path": "a.txt"}}` to call it.',
  'documentation in a list':
    '- {"name": "read", "arguments": {"path": "a"}} reads\n- {"name": "list", "arguments": {}} lists\n',
  'a manual page': 'NAME\n    read - read a line\nSYNOPSIS\n    read [-r] [name ...]\nARGUMENTS\n    name  {string}\n',
  'a changelog': '# 1.2.0\n\n- search: faster\n- list: `{}` is accepted\n- bash(1): documented\n',
  'an mail':
    'To: ann@example.com\nSubject: <tool> order\n\nDear Ann,\n\nplease read [1] and list {a, b}.\n\n> I wrote: search it\n\nBob',
  'a recipe': 'Function: dinner\nInput: 2 eggs\nOutput: omelette\n\nTool: pan\nCall: mother',
  'an ini file': '[read]\npath=a\n[tool]\nname=list\n[tool.search]\nquery=x\n',
  'a TOML file': '[tool.poetry]\nname = "search"\n\n[[tool.list]]\nargs = {path = "a"}\n',
  'a Dockerfile': 'FROM python\nRUN bash -c "ls"\nCMD ["python", "read.py"]\nENTRYPOINT ["list"]',
  'a Makefile': 'list: read\n\tbash run.sh\nsearch:\n\t@echo {x}\n',
  'a log': '[2024-01-01 10:00] INFO read {"path": "a"} in 3 ms\n[2024-01-01 10:01] WARN list {} failed\n',
  'a diff': '--- a/read\n+++ b/read\n@@ -1,2 +1,2 @@\n-{"name": "read"}\n+{"name": "write"}\n',
  'a poem': 'list, o list!\nread me\nwrite me\n<3\n',
  'numbered steps': 'Step 1: search\nStep 2: read\nStep 3: final_report\n',
  'headers of HTTP': 'POST /search HTTP/1.1\nContent-Type: application/json\n\n{"query": "x"}',
  'a result shown to the reader': 'The command printed:\n\n{"name": "svc", "args": {"port": 80}}\n\nSo the port is 80.',
  GraphQL: 'query search {\n  list(first: 2) {\n    name\n    arguments { path }\n  }\n}',
  'an English answer with colons':
    'to=home, from=work: read on.\nfunction call me maybe\nanalysis of the list: good.\nfinal score: 3',
  'the word all in a line': 'all\nnone\nsome\n',
  'tags of prose': 'The <function> tag, <invoke>, <parameter> and <tool> are no HTML. Nor is </tool>.',
  'a tool with a name only': 'It lists <tool>search</tool> and <tool>read</tool>.',
};
