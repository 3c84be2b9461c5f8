import { crashesOf } from "./cases";
import { STORIES } from "./stories";

crashesOf(STORIES.octavia);
