import type { ProgramTable } from '../../program.js';
import { named } from '../system/note.js';
import { tool } from './tool.js';

const setup = 'packages run code of their own when they are installed';
const files = (names: string) => names.split(' ').map((file) => ({ file }));

const pip = tool({
  note: setup,
  versions: '--version -V',
  fetches: 'install download wheel index search list',
  reads: '-r --requirement -c --constraint',
});

export const pythonPrograms: ProgramTable = {
  ...named('pip pip2 pip3 pip3.10 pip3.11 pip3.12 pip3.13', pip),
  pipx: tool({ note: setup, fetches: 'install run upgrade upgrade-all inject reinstall', runs: 'run' }),
  uv: tool({
    note: 'what it runs and installs is written in pyproject.toml and in the packages themselves',
    versions: '--version -V version',
    fetches: 'pip add sync run tool lock python venv publish self',
    runs: 'run',
    reads: '-r --requirement',
  }),
  uvx: tool({ note: 'uvx fetches a package and runs it', versions: '--version -V', fetches: '*', runs: '*' }),
  ...named(
    'poetry pdm hatch rye pipenv',
    tool({
      note: 'what it runs and installs is written in pyproject.toml and in the packages themselves',
      versions: '--version -V',
      steering: files('.poetry'),
      fetches: 'install add update lock sync publish self build',
      runs: 'run exec',
    }),
  ),
  ...named(
    'conda mamba micromamba',
    tool({ note: setup, versions: '--version -V', fetches: 'install create update env search', runs: 'run' }),
  ),
  pytest: tool({
    note: 'runs the tests of the project, and conftest.py',
    versions: '--version -V',
    // Asking for the version loads plugins: those of the settings, and conftest.py.
    steering: files(
      'conftest.py tests/conftest.py test/conftest.py pytest.ini .pytest.ini pyproject.toml tox.ini setup.cfg',
    ),
  }),
  tox: tool({
    note: 'what it runs is written in tox.ini',
    steering: files('toxfile.py tox.ini pyproject.toml setup.cfg'),
    fetches: '*',
  }),
  nox: tool({ note: 'what it runs is written in noxfile.py', fetches: '*' }),
  ...named(
    'ruff black isort autopep8 yapf',
    tool({ note: 'checks or rewrites files as its settings say', versions: '--version -V' }),
  ),
  ...named(
    'mypy pyright pylint flake8 bandit',
    tool({ note: 'its settings may name plugins, which are programs', versions: '--version -V' }),
  ),
  ...named('twine build flit', tool({ note: 'builds or sends out the package', fetches: 'upload publish' })),
  ...named('pre-commit', tool({ note: 'what it runs is written in .pre-commit-config.yaml', fetches: '*' })),
};
