/** The tools of `/ws/setting/tools/`, in the order of their tabs. */
export const toolNames = ['ping', 'telnet', 'nmap', 'tcpdump', 'traceroute'] as const;
export type ToolName = (typeof toolNames)[number];

/** Maximum number of addresses that one run of a tool asks, after ranges are expanded. */
export const mostTargets: Record<ToolName, number> = {
  ping: 64,
  telnet: 64,
  nmap: 256,
  tcpdump: 64,
  traceroute: 16,
};

/** Maximum length of a run, in seconds; tcpdump runs until it is stopped, or this long. */
export const longestRunSeconds = 600;

/** Runs of one user, and of all users of a server, at a time. */
export const mostRuns = { ofUser: 2, ofServer: 10 };

/** What the server sends: text for the output, with its line ends. */
export type ToolFrame = { msg: string };
