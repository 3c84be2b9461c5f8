// Answers of responders: Services that answer for a load balancer, which has no fixed answers of its own.
import type { Answer, AnswerPart } from "../../../kinds/requests/effect";
import { isNobody, sameAnswer } from "../../../kinds/requests/equal";
import type { Reason } from "../../requests/validation";
import type { OctaviaSettings } from "./settings";

/** Reasons of differences that are none, because a responder gives the answer that the specs ask for. */
export function responderReasons({ notFound, failed, closed }: OctaviaSettings["responders"]): Reason[] {
  const statuses = [
    [notFound, 404],
    [failed, 500],
  ] as const;
  const isFor = (responder: string | undefined, { service = "" }: AnswerPart) =>
    responder !== undefined && (service === responder || service.replace(/:[^:]*$/, "") === responder);
  const part = (one: AnswerPart): AnswerPart => {
    const status = statuses.find(([responder]) => isFor(responder, one))?.[1];
    return status === undefined ? one : { share: one.share, status };
  };
  const meant = (is: Answer): Answer => {
    if (is.kind !== "forward") return is;
    const to = is.to.filter((one) => !isFor(closed, one)).map(part);
    const [only, ...others] = to;
    if (!only) return { kind: "closed", reason: "the responder closes the connection" };
    return only.status === undefined || others.length > 0 ? { ...is, to } : { kind: "status", status: only.status };
  };
  return [
    {
      kinds: ["extra", "lost", "status", "elsewhere", "shares"],
      why: "A Service of the setting `responders` gives the answer that the specs ask for.",
      fits: ({ difference: { was, is } }) => {
        const answer = meant(is);
        return is.kind === "forward" && (sameAnswer(was, answer) || (isNobody(was) && isNobody(answer)));
      },
    },
  ];
}
