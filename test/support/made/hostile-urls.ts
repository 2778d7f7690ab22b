/** Addresses that a stranger could name to reach into the operator's network, in every spelling that we know of. */

const BLOCKED_IPV4 = `127.0.0.1 127.0.0.53 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1
  100.127.255.254 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.254 192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1
  192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.254 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1
  255.255.255.255`.split(/\s+/);

const BLOCKED_IPV6 = `::1 :: 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
  ::ffff:a9fe:a9fe ::ffff:0:0 ::ffff:c0a8:1 ::127.0.0.1 ::7f00:1 ::a9fe:a9fe ::10.0.0.1 ::ffff:0:127.0.0.1
  64:ff9b::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b::10.0.0.1 64:ff9b:1::1 64:ff9b:1:7f00:1:: 100::1
  100:0:0:1::1 2001::1 2001:0:7f00:1:: 2001:0:4136:e378:8000:63bf:80ff:fffe 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
  2002:7f00:1:: 2002:7f00:0001::1 2002:a9fe:a9fe:: 2002:a00:1:: 2002:c0a8:1:: 3fff::1 2620:4f:8000::1 4000::1 5f00::1
  8000::1 fc00::1 fd00::1 fd12:3456:789a:1::1 fd00:ec2::254 fe80::1 fe80::a9fe:a9fe febf::1 fec0::1 ff01::1 ff02::1
  ff02::fb ff05::2 ff0e::1`.split(/\s+/);

/** One IPv4 address as inet_aton, browsers and libraries read it. */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const octal = (part: number) => `0${part.toString(8)}`;
  const hex = (part: number) => `0x${part.toString(16)}`;
  const wide = [...address]
    .map((digit) => (digit === '.' ? '.' : String.fromCodePoint(0xff10 + Number(digit))))
    .join('');
  return [
    String(whole),
    hex(whole),
    octal(whole),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(hex).join('.'),
    [octal(a), b, hex(c), d].join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${hex((b * 256 + c) * 256 + d)}`,
    `${address}.`,
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replaceAll('.', '｡'),
    address.replaceAll('.', '%2e'),
    wide,
    [...address].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(''),
  ];
}

const LOCAL_NAMES = `localhost LOCALHOST localhost. sub.localhost a.b.localhost printer.local nas.lan db.internal
  metadata.google.internal router.home.arpa hidden.onion intranet ip6-localhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌｏｃａｌｈｏｓｔ
  localhost%2e loc%61lhost`.split(/\s+/);

/** Whole addresses that no host list can tell. */
const ODD_URLS = [
  'http://example.com/a.jpg',
  'HTTP://EXAMPLE.COM/a.jpg',
  'ftp://example.com/a.jpg',
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'dict://127.0.0.1:11211/stats',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:https://example.com/x',
  'javascript:alert(1)',
  'ws://example.com/',
  'wss://example.com/',
  'jar:https://example.com!/a',
  'unix:/var/run/docker.sock',
  'https:',
  'https://',
  'https:///',
  'https://?',
  '//example.com/a.jpg',
  '/a.jpg',
  'example.com/a.jpg',
  '',
  ' ',
  'https://exa mple.com/',
  'https://example.com:99999/',
  'https://example.com:-1/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:6000/',
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://:password@example.com/',
  'https://example.com@127.0.0.1/',
  'https://127.0.0.1@example.com/',
  'https://example.com%2f@127.0.0.1/',
  'https://example.com#@127.0.0.1:1/'.replace('#', '%23'),
  'https://[::1',
  'https://[::1]]/',
  'https://[fe80::1%25eth0]/',
  'https://[fe80::1%eth0]/',
  'https://[::1%25lo]/',
  'https://[v1.a]/',
  'https://[1.2.3.4]/',
  'https://[:::]/',
  'https://256.256.256.256/',
  'https://1.2.3.4.5/',
  'https://0x100000000/',
  'https://4294967296/',
  'https://127.0.0.1\\@example.com/',
  'https:\\\\127.0.0.1\\a.jpg',
  'https:/127.0.0.1/a.jpg',
  'https:127.0.0.1/a.jpg',
  '\thttps://127.0.0.1/',
  'https://127.0.\n0.1/',
  'h\ttps://127.0.0.1/',
  'https://\u00ad127.0.0.1/',
  'https://127.0.0.1\u200b/',
  `https://example.com/${'a'.repeat(2048)}`,
  'https://-/',
  'https://.../',
];

/** Public to look at: where they lead only their resolver tells. */
export const NAMES_THAT_LEAD_INSIDE: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1.nip.io': ['127.0.0.1'],
  '10-0-0-1.sslip.example': ['10.0.0.1'],
  'localtest.example': ['127.0.0.1', '::1'],
  'one-of-two.example': ['93.184.216.34', '192.168.0.10'],
  'last-of-many.example': ['93.184.216.34', '1.1.1.1', '8.8.8.8', '169.254.169.254'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'unique-local.example': ['fd00::1'],
  'link-local.example': ['fe80::1'],
  'zone.example': ['fe80::1%eth0'],
  'carrier.example': ['100.64.0.1'],
  'zero.example': ['0.0.0.0'],
  'multicast.example': ['239.1.1.1'],
  'trailing.example.': ['10.0.0.1'],
  'xn--bcher-kva.example': ['172.16.0.1'],
  'metadata.example': ['169.254.169.254'],
};

/** Every hostile address whose text alone gives it away. */
export const HOSTILE_URLS: readonly string[] = [
  ...new Set([
    ...BLOCKED_IPV4.map((address) => `https://${address}/a.jpg`),
    ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.0.1']
      .flatMap(spellings)
      .map((host) => `https://${host}/a.jpg`),
    ...BLOCKED_IPV6.map((address) => `https://[${address}]/a.jpg`),
    ...LOCAL_NAMES.map((name) => `https://${name}/a.jpg`),
    ...ODD_URLS,
  ]),
];
