import { expect, it } from 'vitest';
import { checkRows } from './program-rows.js';

it('shows secrets', () => {
  const { given, wanted } = checkRows(
    `
    printenv => secret the environment
    printenv -0 => secret the environment
    printenv PATH =>
    printenv HOME USER =>
    printenv API_KEY => secret API_KEY
    printenv $X => unknown; secret $X
    printenv --version =>
    security find-generic-password -w -s x => secret the keychain; unknown
    pass show x => secret the password store; unknown
    pass --version =>
    gpg --export-secret-keys => secret the private keys of gpg; unknown
    gpg --version =>
    gpg --verify a.sig a => unknown
    gpg -d a.gpg => secret the private keys of gpg; unknown
    ssh-keygen -lf key.pub => read key.pub
    ssh-keygen -t ed25519 -f key -N '' => unknown; write key
    ssh-keygen => unknown; write /home/me/.ssh/id_ed25519
    ssh-keygen -y -f key => read key; unknown
    ssh-keygen -R host.example.test => unknown; write /home/me/.ssh/known_hosts
    ssh-keygen -D ./x.so => unknown; write /home/me/.ssh/id_ed25519
    ssh-add -l => unknown
    ssh-add key => unknown; read key
    ssh-agent => unknown
    ssh-agent rm -rf / => unknown; run rm -rf /
    secret-tool lookup a b => secret the keyring; unknown
    op read x => secret the 1Password vault; net <where the 1Password vault is kept>; unknown
    bw get x => secret the Bitwarden vault; net <where the Bitwarden vault is kept>; unknown
    vault read x => secret the store of Vault; net <where the store of Vault is kept>; unknown
    vault version =>
    xclip -o => unknown
    pbpaste => unknown
    `,
  );
  expect(given).toBe(wanted);
});

it('starts containers', () => {
  const { given, wanted } = checkRows(
    `
    docker ps => unknown
    docker --version =>
    docker version => unknown
    docker run -v /:/host alpine => unknown; net <the host that images come from>; forbid; read / deep; write / deep
    docker run -v /:/host:ro alpine => unknown; net <the host that images come from>; forbid; read / deep
    docker run --volume=/:/x alpine => unknown; net <the host that images come from>; forbid; read / deep; write / deep
    docker run -itv /:/x alpine => unknown; net <the host that images come from>; forbid; read / deep; write / deep
    docker run --mount type=bind,source=/,target=/x alpine => unknown; net <the host that images come from>; forbid; read / deep; write / deep
    docker run --mount type=bind,src=/etc,dst=/x,readonly alpine => unknown; net <the host that images come from>; forbid; read /etc deep
    docker run --privileged alpine => unknown; net <the host that images come from>; forbid
    docker run --privileged=false alpine => unknown; net <the host that images come from>
    docker run --pid=host alpine => unknown; net <the host that images come from>; forbid
    docker run --pid host alpine => unknown; net <the host that images come from>; forbid
    docker run --cap-add=SYS_ADMIN alpine => unknown; net <the host that images come from>; forbid
    docker run --cap-add NET_RAW alpine => unknown; net <the host that images come from>
    docker run -v /var/run/docker.sock:/s alpine => unknown; net <the host that images come from>; forbid; read /var/run/docker.sock deep; write /var/run/docker.sock deep
    docker run -v /run/docker.sock:/s alpine => unknown; net <the host that images come from>; forbid; read /run/docker.sock deep; write /run/docker.sock deep
    docker run -v ./src:/src:ro alpine => unknown; net <the host that images come from>; read ./src deep
    docker run -v cache:/c alpine => unknown; net <the host that images come from>
    docker run -v /dev/sda:/x alpine => unknown; net <the host that images come from>; read /dev/sda deep; write /dev/sda deep
    docker run --device=/dev/sda alpine => unknown; net <the host that images come from>; read /dev/sda deep; write /dev/sda deep
    docker run --env-file .env alpine => unknown; net <the host that images come from>; read .env
    docker system prune -af --volumes => unknown
    docker cp a.txt c:/x => unknown; read a.txt deep
    docker cp c:/x a.txt => unknown; write a.txt deep
    docker -H tcp://host.example.test:2375 ps => unknown; net tcp://host.example.test:2375
    docker build . => unknown; net <the host that images come from>
    docker logs x => unknown
    podman ps => unknown
    docker-compose up => unknown; net <the host that images come from>
    docker-compose --version =>
    `,
  );
  expect(given).toBe(wanted);
});

it('works on services elsewhere', () => {
  const { given, wanted } = checkRows(
    `
    kubectl get pods => net <the service that its settings name>; unknown
    kubectl get secret x -o yaml => net <the service that its settings name>; secret the secrets of the cluster; unknown
    kubectl config view --raw => net <the service that its settings name>; secret the secrets of the cluster; unknown
    helm version =>
    terraform apply => net <the service that its settings name>; unknown
    terraform output => net <the service that its settings name>; secret the state; unknown
    pulumi up => net <the service that its settings name>; unknown
    aws sts get-session-token => net <the service that its settings name>; secret a token; unknown
    aws s3 ls => net <the service that its settings name>; unknown
    aws --version =>
    gcloud auth print-access-token => net <the service that its settings name>; secret a token; unknown
    gcloud --version =>
    az account get-access-token => net <the service that its settings name>; secret a token; unknown
    psql -c 'DROP DATABASE app' => net <the service that its settings name>; unknown
    psql --version =>
    mysql -e x => net <the service that its settings name>; unknown
    sqlite3 a.db => write a.db; unknown
    sqlite3 --version =>
    redis-cli FLUSHALL => net <the service that its settings name>; unknown
    mongosh => net <the service that its settings name>; unknown
    mail -s x me@example.org => unknown; net me@example.org
    sendmail => unknown; net <the mail server>
    logger x => unknown
    wall hi => unknown
    `,
  );
  expect(given).toBe(wanted);
});
