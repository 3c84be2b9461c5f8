import { startKubernetesSandbox } from "../../sandbox";
import { mizarStory } from "../support/mizar-story";

mizarStory(() => startKubernetesSandbox(), { changes: false });
