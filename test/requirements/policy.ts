import type { Group } from '../requirements.js';

/** What is promised of the policy: facts, proof and search, rules, floor, protected paths, network, commands, record. */
// biome-ignore format: one line a requirement
export const policy = {
  'policy.facts.every-tool': { says: 'every tool tells by facts what a call would touch, and a call that touches nothing has none' },
  'policy.facts.unknown-in-words': { says: 'what is not known is said in words that name the part' },
  'policy.facts.not-from-model': { says: 'nothing a model says of its own call makes the verdict on it milder' },
  'policy.facts.one-engine': { says: 'file tools, commands and planned tools are decided by the same policy' },

  'policy.proof.allow': { says: 'a command is allowed unasked only when all it does was proved' },
  'policy.proof.deny-search': { says: 'harm is found also in commands that cannot be wholly understood' },
  'policy.proof.second-reader': { says: 'before a command runs unasked a second reader has to find the same commands' },
  'policy.proof.closed-form': { says: 'what is allowed of random shell text is the same when written again with every word quoted' },
  'policy.proof.arguments': { says: 'a program is read-only by its arguments: an option that is not known is asked about' },
  'policy.proof.repository-state': { says: 'the config of a repository counts: git that would run something is asked about' },

  'policy.analysis.bounded': { says: 'a command over 64 KB is not looked into: it is searched for harm, and asked about' },
  'policy.analysis.never-throws': { says: 'no text makes the analysis of commands throw' },
  'policy.analysis.failure-asks': { says: 'what cannot be read is asked about in every mode, and denied when nobody is there' },
  'policy.analysis.spellings': { says: 'spellings of one command have the same facts and no milder verdict' },
  'policy.analysis.same-text': { says: 'the text that was analysed is the text that runs, in one shell without start files' },
  'policy.analysis.environment': { says: 'a command gets an allow-list of the environment: no key reaches it by accident' },

  'policy.rules.layers': { says: 'rules of the machine, the user and a trusted workspace count together: none loosens another' },
  'policy.rules.errors-placed': { says: 'a wrong rule is told with file and line, and nothing is started on it' },
  'policy.rules.examples-at-load': { says: 'the examples of a rule are checked when its file is loaded' },
  'policy.rules.prefix-plain': { says: 'a rule for a prefix covers no redirection, substitution, variable, other segment or program of that name' },
  'policy.rules.spellings': { says: 'a rule finds equivalent spellings of a command alike' },
  'policy.rules.deny-never-loosens': { says: 'one deny rule more never makes a verdict milder' },
  'policy.rules.untrusted': { says: 'rules of a workspace count only once its content is trusted' },

  'policy.floor.every-mode': { says: 'the floor holds in every mode and under every rule' },
  'policy.protected.absent': { says: 'a protected path is protected also while it does not exist' },
  'policy.protected.links': { says: 'a protected path is protected also through a link' },
  'policy.protected.letter-case': { says: 'a protected path is protected in any letter case' },

  'policy.modes.table': { says: 'what runs unasked in a mode follows one table, which the docs show' },
  'policy.level.table': { says: 'the level follows one table over facts, which the docs show' },

  'policy.net.all-addresses': { says: 'every address a name leads to is checked before one is dialled' },
  'policy.net.checked-dialled': { says: 'the address that is dialled is the one that was checked' },
  'policy.net.redirects': { says: 'a redirect is checked as a request of its own' },
  'policy.net.caps': { says: 'size, time and number of redirects of a request are bounded' },
  'policy.net.canonical-host': { says: 'hosts are compared after canonical parsing, and an empty list allows nothing near' },

  'policy.commands.explain': { says: 'policy explain tells verdict, rule with file and line, facts, and what would change it' },
  'policy.commands.check': { says: 'policy check decides one call a line, in their order, and runs nothing' },
  'policy.commands.replay': { says: 'policy replay tells which past calls would now be decided differently' },
  'policy.commands.test': { says: 'policy test runs the examples of the rules' },

  'policy.record.decision': { says: 'each verdict is stored with its rule and place, facts, mode and digest' },

  'policy.audit.decision': { says: 'audit tells of each decision its rule, facts, digest, who answered what from where, and the outcome' },
  'policy.audit.changes': { says: 'audit tells of every change of mode, rules, trust and grants, of undo, and of deleted sessions' },
  'policy.audit.filters': { says: 'audit is filtered by session, person, tool, verdict, level, kind and time' },
  'policy.audit.formats': { says: 'audit prints a table that fits the terminal, JSON lines, and CSV that no spreadsheet takes for formulas' },
  'policy.audit.bad-input': { says: 'audit tells what is wrong with a time, a limit, a choice or a hash, and what would be right' },
  'policy.audit.verify': { says: 'audit verify proves every chain, and that a head noted down earlier is in a whole one' },
  'policy.audit.verify-index': { says: 'what was taken out of the index only is in the record again after audit verify' },
  'policy.audit.damage-shown': { says: 'audit marks an entry that is not what was written' },
  'policy.audit.kept': { says: 'deleting a session keeps its decisions without arguments, facts and reasons, and says so' },
  'policy.audit.bench': { says: 'a filtered question to a record of a million events is answered within 300 ms' },

  'policy.bench.deciding': { says: 'commands, very long ones, reads and edits are decided within limits that npm run bench holds' },

  'policy.grant.lowers-base': { says: 'a grant lowers what the mode says, as an allow rule does, and the decision names it' },
  'policy.grant.never-beats': { says: 'no grant beats a configured ask or deny, a protected path, the floor, plan mode, a secret, or what is not known' },
  'policy.grant.unconfined': { says: 'a missing sandbox is lowered only by a grant given at a question that told so, for every command of the call, and never in auto' },
  'policy.grant.narrow': { says: 'what is offered is the narrowest that lets the call pass, and at most one wider' },
  'policy.grant.not-broad': { says: 'shells, interpreters, git, rm, npx and the like are not offered to be kept' },
  'policy.grant.says-more': { says: 'an offer says what else it would allow, with earlier calls of the project as examples' },
  'policy.grant.scopes': { says: 'a grant holds for the session, for the workspace by its real path, or everywhere' },
  'policy.grant.only-offered': { says: 'only what was offered for a call can be made lasting by its answer' },
  'policy.grant.news': { says: 'a grant revoked by another program lets no further call pass' },
  'policy.grant.unreadable': { says: 'where grants cannot be read none counts, and one that cannot be stored is not given' },
  'policy.grant.command': { says: 'toolwright grants lists grants with origin, uses, last use and expiry, and revokes them' },

  'policy.parked.afresh': { says: 'a parked question survives a restart and is asked again with the plan made afresh' },
  'policy.parked.old-answer': { says: 'an answer to a question of an earlier process is refused' },
} as const satisfies Group;
