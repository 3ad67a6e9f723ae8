/**
 * What programs of others sent to a chat completions server for the task of the bench: each request as its tools and its messages,
 * by the start of a digest and the tokens of it, as the models of OpenAI count. Recorded from the packages of npm, with a
 * scripted model that called their tools as it calls ours.
 */
export const peerRequests: readonly PeerRequests[] = [
  {
    name: 'pi',
    version: '0.73.1',
    requests: [
      '8c2433ee:634 fbd33e05:542 e633ca6c:30',
      '8c2433ee:634 fbd33e05:542 e633ca6c:30 3592d505:41 66d428ad:40',
      '8c2433ee:634 fbd33e05:542 e633ca6c:30 3592d505:41 66d428ad:40 1ae85fd7:41 d1ef2a14:39',
      '8c2433ee:634 fbd33e05:542 e633ca6c:30 3592d505:41 66d428ad:40 1ae85fd7:41 d1ef2a14:39 74d18990:61 d55cbd8f:27',
      '8c2433ee:634 fbd33e05:542 e633ca6c:30 3592d505:41 66d428ad:40 1ae85fd7:41 d1ef2a14:39 74d18990:61 d55cbd8f:27 2be1195f:41 5032225f:18',
      '8c2433ee:634 fbd33e05:542 e633ca6c:30 3592d505:41 66d428ad:40 1ae85fd7:41 d1ef2a14:39 74d18990:61 d55cbd8f:27 2be1195f:41 5032225f:18 ee37592c:41 b92dcd83:178',
      '8c2433ee:634 fbd33e05:542 e633ca6c:30 3592d505:41 66d428ad:40 1ae85fd7:41 d1ef2a14:39 74d18990:61 d55cbd8f:27 2be1195f:41 5032225f:18 ee37592c:41 b92dcd83:178 96a9c498:40 1abdabf2:32',
      '8c2433ee:634 fbd33e05:542 e633ca6c:30 3592d505:41 66d428ad:40 1ae85fd7:41 d1ef2a14:39 74d18990:61 d55cbd8f:27 2be1195f:41 5032225f:18 ee37592c:41 b92dcd83:178 96a9c498:40 1abdabf2:32 3144f050:19 5f3103d2:26',
      '8c2433ee:634 fbd33e05:542 e633ca6c:30 3592d505:41 66d428ad:40 1ae85fd7:41 d1ef2a14:39 74d18990:61 d55cbd8f:27 2be1195f:41 5032225f:18 ee37592c:41 b92dcd83:178 96a9c498:40 1abdabf2:32 3144f050:19 5f3103d2:26 9727c229:51 2bd1a122:24',
    ],
  },
  {
    name: 'opencode',
    version: '1.18.33',
    requests: [
      'e9566322:534 d624df69:16 84c0d0fc:23',
      '6542a4e3:4707 ecf21a3c:2104 84c0d0fc:23',
      '6542a4e3:4707 ecf21a3c:2104 84c0d0fc:23 8ab729be:45 e725ca7a:89',
      '6542a4e3:4707 ecf21a3c:2104 84c0d0fc:23 8ab729be:45 e725ca7a:89 fa351829:45 f3b0bd81:31',
      '6542a4e3:4707 ecf21a3c:2104 84c0d0fc:23 8ab729be:45 e725ca7a:89 fa351829:45 f3b0bd81:31 6b77bd9b:59 f6e45303:20',
      '6542a4e3:4707 ecf21a3c:2104 84c0d0fc:23 8ab729be:45 e725ca7a:89 fa351829:45 f3b0bd81:31 6b77bd9b:59 f6e45303:20 9e7ea687:45 68f04eed:18',
      '6542a4e3:4707 ecf21a3c:2104 84c0d0fc:23 8ab729be:45 e725ca7a:89 fa351829:45 f3b0bd81:31 6b77bd9b:59 f6e45303:20 9e7ea687:45 68f04eed:18 003c4134:57 560ee8f4:50',
      '6542a4e3:4707 ecf21a3c:2104 84c0d0fc:23 8ab729be:45 e725ca7a:89 fa351829:45 f3b0bd81:31 6b77bd9b:59 f6e45303:20 9e7ea687:45 68f04eed:18 003c4134:57 560ee8f4:50 74e29957:45 ab098aa6:80',
      '6542a4e3:4707 ecf21a3c:2104 84c0d0fc:23 8ab729be:45 e725ca7a:89 fa351829:45 f3b0bd81:31 6b77bd9b:59 f6e45303:20 9e7ea687:45 68f04eed:18 003c4134:57 560ee8f4:50 74e29957:45 ab098aa6:80 3144f050:19 f182691f:19',
      '6542a4e3:4707 ecf21a3c:2104 84c0d0fc:23 8ab729be:45 e725ca7a:89 fa351829:45 f3b0bd81:31 6b77bd9b:59 f6e45303:20 9e7ea687:45 68f04eed:18 003c4134:57 560ee8f4:50 74e29957:45 ab098aa6:80 3144f050:19 f182691f:19 e5ccd40f:56 624bdde7:21',
    ],
  },
];

export interface PeerRequests {
  readonly name: string;
  readonly version: string;
  /** A line each, `digest:tokens` a part. */
  readonly requests: readonly string[];
}
