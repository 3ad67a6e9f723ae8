import { wordSet, wordsOf } from '../../base/words.js';
import type { Word } from './word.js';

export type AssignmentRisk =
  | { readonly kind: 'harmless' }
  /** It may change what runs, what is read or where things go. */
  | { readonly kind: 'steers'; readonly note: string };

/** What may come of setting a variable for a command, or for all that follow. */
export function assignmentRisk(name: string, value: Word): AssignmentRisk {
  if (value.text !== undefined && isHarmless(name, value.text)) return { kind: 'harmless' };
  return { kind: 'steers', note: steeringNote(name) ?? `\`${name}\` may steer what runs` };
}

/** What the variable does to programs that see it; undefined when no program is known to go by it. */
export function steeringNote(name: string): string | undefined {
  const found = steering.find(
    ({ names, prefixes }) => names.has(name) || (prefixes ?? []).some((prefix) => name.startsWith(prefix)),
  );
  if (found !== undefined) return `\`${name}\` ${found.does}`;
  return /_proxy$/i.test(name) ? `\`${name}\` says through which host connections go` : undefined;
}

/** Whether a variable of this name holds a secret, by the words it is made of. */
export function secretVariable(name: string): boolean {
  const words = partsOf(name);
  const last = words.at(-1) ?? '';
  if (words.some((word) => secretWords.has(word) || glued.some((part) => word.includes(part)))) return true;
  const before = words.at(-2) ?? '';
  if ((last === 'KEY' || last === 'KEYS') && !openKeys.has(before)) return true;
  if (last === 'PWD' && words.length > 1) return true;
  if (words.includes('TOKENS') && !words.some((word) => counting.has(word))) return true;
  if ((last === 'URL' || last === 'URI') && words.some((word) => serverWords.has(word))) return true;
  const joined = `_${words.join('_')}_`;
  return pairs.some((pair) => joined.includes(`_${pair}_`));
}

/** Whether the value is known to be harmless to print. */
export const plainVariable = (name: string): boolean => plain.has(name);

function isHarmless(name: string, text: string): boolean {
  const exact = harmlessValues.get(name);
  if (exact !== undefined) return exact.includes(text);
  if (!harmless.has(name) && !/^LC_[A-Z]+$/.test(name)) return false;
  // A path in such a variable may name a file to load.
  return /^[A-Za-z0-9_.,:;=@%+* /-]*$/.test(text) && !/^[:/]|\.\./.test(text);
}

/** The parts of a name in capitals: `dbPassword` and `DB_PASSWORD` are the same. */
const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');

/** They change how things are printed, and nothing else. */
const harmless = wordSet(
  'LANG LANGUAGE TZ NO_COLOR FORCE_COLOR COLOR COLORTERM CLICOLOR CLICOLOR_FORCE CI TERM COLUMNS LINES NODE_ENV NODE_NO_WARNINGS DEBUG VERBOSE RUST_BACKTRACE RUST_LOG PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED HISTSIZE HISTFILESIZE TIME_STYLE BLOCK_SIZE BLOCKSIZE QUOTING_STYLE TABSIZE LS_COLORS GREP_COLOR GREP_COLORS JQ_COLORS SOURCE_DATE_EPOCH',
);

const harmlessValues: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    PAGER: ['cat', ''],
    GIT_PAGER: ['cat', ''],
    MANPAGER: ['cat', ''],
    GIT_OPTIONAL_LOCKS: ['0'],
    GIT_TERMINAL_PROMPT: ['0'],
    DEBIAN_FRONTEND: ['noninteractive'],
    PIP_DISABLE_PIP_VERSION_CHECK: ['1'],
  }),
);

interface Steering {
  readonly names: ReadonlySet<string>;
  readonly prefixes?: readonly string[];
  readonly does: string;
}

const steering: readonly Steering[] = [
  {
    names: wordSet(
      'GCONV_PATH LOCPATH NLSPATH GETCONF_DIR MALLOC_TRACE RES_OPTIONS HOSTALIASES RESOLV_HOST_CONF GLIBC_TUNABLES',
    ),
    prefixes: ['LD_', 'DYLD_'],
    does: 'tells the loader of programs which other code or files to use',
  },
  { names: wordSet('PATH EXECIGNORE'), does: 'says where programs are looked for' },
  {
    names: wordSet(
      'BASH_ENV ENV PS0 PS1 PS2 PS4 PROMPT_COMMAND SHELLOPTS BASHOPTS BASH_XTRACEFD BASH_LOADABLES_PATH BASH_COMPAT ZDOTDIR KSH_ENV INPUTRC FCEDIT TMOUT TIMEFORMAT POSIXLY_CORRECT HISTFILE HISTCONTROL HISTIGNORE histchars auto_resume CHILD_MAX MAILPATH COMP_WORDBREAKS',
    ),
    prefixes: ['BASH_FUNC_'],
    does: 'changes what the shell does, and can make it run code',
  },
  { names: wordSet('IFS GLOBIGNORE GLOBSORT CDPATH'), does: 'changes how the shell reads the words that follow' },
  {
    names: wordSet('HOME PWD OLDPWD TMPDIR TMP TEMP USERPROFILE APPDATA'),
    prefixes: ['XDG_'],
    does: 'says in which folder files are looked for',
  },
  { names: wordSet('SHELL USER LOGNAME'), does: 'says which shell or user programs go by' },
  {
    names: wordSet(
      'PAGER MANPAGER EDITOR VISUAL BROWSER LESS LESSOPEN LESSCLOSE LESSKEY LESSKEYIN LESSKEY_CONTENT LESSEDIT LESSSECURE MORE MOST_EDITOR MANOPT MANROFFOPT MANPATH SUDO_EDITOR SUDO_ASKPASS SYSTEMD_EDITOR SYSTEMD_PAGER SYSTEMD_LESS DELTA_PAGER BAT_PAGER BAT_OPTS BAT_CONFIG_PATH PSQL_PAGER PSQL_EDITOR PSQLRC MYSQL_PS1 EXINIT VIMINIT VIM VIMRUNTIME MYVIMRC NVIM_LISTEN_ADDRESS',
    ),
    does: 'names a program or settings that other programs run',
  },
  { names: wordSet(''), prefixes: ['GIT_'], does: 'changes what git does, and can make it run programs' },
  {
    names: wordSet('CVS_RSH RSYNC_RSH RSYNC_CONNECT_PROG RSYNC_PROXY DISPLAY'),
    prefixes: ['SSH_'],
    does: 'changes how other machines are reached',
  },
  {
    names: wordSet(
      'NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE BUN_OPTIONS BUN_CONFIG_REGISTRY TS_NODE_PROJECT DENO_DIR',
    ),
    prefixes: ['TS_NODE_', 'BUN_INSPECT'],
    does: 'makes JavaScript programs load other code',
  },
  {
    names: wordSet('NODE_TLS_REJECT_UNAUTHORIZED GIT_SSL_NO_VERIFY PYTHONHTTPSVERIFY'),
    does: 'turns off the check who is at the other end of a connection',
  },
  {
    names: wordSet(
      'CURL_CA_BUNDLE REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS CURL_HOME CURL_SSL_BACKEND OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES WGETRC SYSTEM_WGETRC SSLKEYLOGFILE AWS_CA_BUNDLE',
    ),
    prefixes: ['SSL_CERT_'],
    does: 'changes whom connections trust, or how they are made',
  },
  {
    names: wordSet(''),
    prefixes: ['PYTHON', 'PYTEST_', 'VIRTUAL_ENV', 'CONDA_'],
    does: 'changes which code Python loads',
  },
  {
    names: wordSet('PERL5OPT PERL5LIB PERLLIB PERL5DB PERL_MM_OPT PERL_MB_OPT PERLIO_DEBUG PERL5SHELL'),
    does: 'makes Perl load other code',
  },
  {
    names: wordSet('RUBYOPT RUBYLIB RUBYSHELL GEM_HOME GEM_PATH BUNDLE_GEMFILE'),
    prefixes: ['BUNDLE_'],
    does: 'makes Ruby load other code',
  },
  {
    names: wordSet(
      'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS JAVA_HOME CLASSPATH MAVEN_OPTS GRADLE_OPTS ANT_OPTS SBT_OPTS JAVACMD',
    ),
    prefixes: ['MAVEN_', 'GRADLE_'],
    does: 'makes Java load other code',
  },
  {
    names: wordSet(
      'PHPRC PHP_INI_SCAN_DIR LUA_INIT LUA_PATH LUA_CPATH R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_LIBS JULIA_LOAD_PATH JULIA_DEPOT_PATH ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ERL_LIBS ELIXIR_ERL_OPTIONS GUILE_LOAD_PATH TCLLIBPATH OCTAVE_SITE_INITFILE GHCRTS OCAMLRUNPARAM PLTADDONDIR DOTNET_STARTUP_HOOKS COREHOST_TRACEFILE PSModulePath',
    ),
    prefixes: ['LUA_INIT_', 'LUA_PATH_', 'LUA_CPATH_', 'COR_', 'CORECLR_', 'DOTNET_'],
    does: 'makes the interpreter load other code',
  },
  {
    names: wordSet('AWKPATH AWKLIBPATH AWK_HASH GAWK_READ_TIMEOUT'),
    does: 'makes awk load other code',
  },
  {
    names: wordSet(
      'RIPGREP_CONFIG_PATH GREP_OPTIONS TAR_OPTIONS TAPE RSH FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS FZF_DEFAULT_OPTS_FILE ACK_OPTIONS ACKRC BZIP BZIP2 GZIP XZ_OPT XZ_DEFAULTS ZIPOPT UNZIP ZSTD_CLEVEL LS_OPTIONS DIFF_OPTIONS TREE_COLORS FIGNORE FD_OPTIONS EZA_CONFIG_DIR PARALLEL PARALLEL_SHELL PARALLEL_HOME MAGIC LSOF_OPTIONS PS_FORMAT PS_PERSONALITY TERMINFO TERMINFO_DIRS TERMCAP TZDIR',
    ),
    does: 'gives a program options or settings that do not stand in the command',
  },
  {
    names: wordSet('npm_execpath npm_node_execpath PREFIX COREPACK_NPM_REGISTRY UV_INDEX_URL UV_DEFAULT_INDEX HUSKY'),
    prefixes: ['npm_config_', 'NPM_CONFIG_', 'YARN_', 'PNPM_', 'PIP_', 'UV_', 'POETRY_', 'COREPACK_', 'HOMEBREW_'],
    does: 'changes what the package manager fetches and runs',
  },
  {
    names: wordSet(
      'RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC RUSTFLAGS RUSTUP_TOOLCHAIN RUSTUP_HOME GOFLAGS GOPATH GOROOT GOBIN GOPROXY GOENV GOTOOLCHAIN GOSUMDB GONOSUMDB GOPRIVATE GOINSECURE MAKE MAKEFLAGS GNUMAKEFLAGS MFLAGS MAKEFILES MAKELEVEL CC CXX CPP LD AR AS NM RANLIB STRIP FC CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH COMPILER_PATH GCC_EXEC_PREFIX CCACHE_PREFIX CCACHE_COMPILER PKG_CONFIG PKG_CONFIG_PATH CONFIG_SHELL CONFIG_SITE NINJAFLAGS SHELLCHECK_OPTS',
    ),
    prefixes: ['CARGO_', 'CMAKE_', 'CGO_', 'DISTCC_', 'CCACHE_'],
    does: 'changes what is built, and with which programs',
  },
  {
    names: wordSet(
      'KUBECONFIG DOCKER_HOST DOCKER_CONFIG DOCKER_CONTEXT BUILDKIT_HOST GNUPGHOME NETRC PGHOST PGSERVICEFILE PGPASSFILE PGSYSCONFDIR MYSQL_HOME BOTO_CONFIG CLOUDSDK_CONFIG',
    ),
    prefixes: ['AWS_', 'AZURE_', 'GOOGLE_', 'ANSIBLE_', 'TF_', 'VAULT_'],
    does: 'says with which account or machine a program works',
  },
];

const secretWords = wordSet(
  'TOKEN SECRET SECRETS PASSWORD PASSWORDS PASSWD PASS PASSPHRASE PASSCODE CREDENTIAL CREDENTIALS CRED CREDS APIKEY APIKEYS AUTH OAUTH OAUTH2 AUTHORIZATION AUTHTOKEN BEARER COOKIE COOKIES PAT DSN JWT PRIVKEY PRIVATEKEY ACCESSKEY SECRETKEY SIGNINGKEY WEBHOOK MNEMONIC SEEDPHRASE PGPASS TOTP',
);

/** Parts that stand for a secret also within a longer word: `PGPASSWORD`. */
const glued = wordsOf('PASSWORD PASSWD SECRET PASSPHRASE APIKEY CREDENTIAL ACCESSTOKEN AUTHTOKEN PRIVATEKEY');

const pairs = wordsOf(
  'API_KEY ACCESS_KEY PRIVATE_KEY SESSION_KEY SECRET_KEY CONNECTION_STRING CONN_STR CONNECTION_STR SEED_PHRASE',
);

/** Words before KEY that make it no secret. */
const openKeys = wordSet('PUBLIC PRIMARY FOREIGN');
/** Words that make TOKENS a number of them. */
const counting = wordSet('MAX MIN NUM COUNT TOTAL LIMIT BUDGET');
/** What a URL of such a server often has within: a name and a password. */
const serverWords = wordSet(
  'DATABASE DB REDIS MONGO MONGODB POSTGRES POSTGRESQL PG MYSQL MARIADB AMQP RABBITMQ CLOUDAMQP JDBC CLICKHOUSE ELASTICSEARCH SMTP BROKER REDISCLOUD JAWSDB SQLALCHEMY',
);

const plain = wordSet(
  'HOME USER PWD OLDPWD SHELL PATH LANG LANGUAGE LC_ALL LC_CTYPE TERM HOSTNAME LOGNAME UID EUID PPID GROUPS RANDOM SRANDOM SECONDS EPOCHSECONDS EPOCHREALTIME LINENO SHLVL COLUMNS LINES IFS BASHPID BASH BASH_VERSION BASH_VERSINFO BASH_SUBSHELL OSTYPE MACHTYPE HOSTTYPE TZ TMPDIR PIPESTATUS OPTIND ? # $ ! _ - 0',
);
