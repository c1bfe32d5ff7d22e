// A starter for Forest Garden, in JSON lines.
//
//     g++ -O2 -std=c++17 -o rex examples/bots/forest_garden.cpp
//     spinney match forest-garden ./rex seedling
//
// It grows what it can, large plants rather than small ones, and chooses the deck that shows its
// card, or has most left.

#include "starter.hpp"

// What a move is worth: "grow EU12 3.2", "choose 2", "sell EU12", "decline".
double worth(const std::string& move, const Json& view, size_t me) {
    auto words = split(move);
    const std::string& verb = words[0];
    if (verb == "grow") {
        bool can_pay = view["storage"][me].number > 0;
        return 20 + (can_pay && words.size() > 2 ? words[2][0] - '0' : 0);
    }
    if (verb == "choose" && words[1] != "special") {
        size_t deck = std::stoul(words[1]) - 1;
        return view["left"][deck].number + 50 * view["open"][deck].number;
    }
    if (verb == "bonus") return 8;
    if (verb == "accept") return 6;
    return verb == "refuse" ? 5 : verb == "sell" ? 4 : verb == "pick" ? 3 : 0;
}

int main() { play(worth); }
